// Loaded into every measured process: writes its peak memory, in MB, and its CPU time, in seconds, at its end.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const measured = { peakMb: maxRSS / 1024, cpuS: (userCPUTime + systemCPUTime) / 1e6 };
  require('node:fs').writeFileSync(process.env.PEAK_FILE, JSON.stringify(measured));
});
