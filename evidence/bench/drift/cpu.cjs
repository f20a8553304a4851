// Loaded into every measured process: adds a line with the time of its CPU, in seconds, as it ends.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  require('node:fs').appendFileSync(process.env.CPU_FILE, `${(userCPUTime + systemCPUTime) / 1e6}\n`);
});
