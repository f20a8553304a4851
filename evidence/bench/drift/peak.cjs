// Loaded into every measured process: writes the most memory it held, in MB, and the time of its CPU, in seconds, as it ends.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const measured = { peakMb: maxRSS / 1024, cpuS: (userCPUTime + systemCPUTime) / 1e6 };
  require('node:fs').writeFileSync(process.env.PEAK_FILE, JSON.stringify(measured));
});
