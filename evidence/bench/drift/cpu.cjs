// Loaded into every measured process: adds a line with its CPU time, in seconds, at its end.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  require('node:fs').appendFileSync(process.env.CPU_FILE, `${(userCPUTime + systemCPUTime) / 1e6}\n`);
});
