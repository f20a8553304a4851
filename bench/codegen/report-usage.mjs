// Loaded before a measured program: writes what it used into the file that MEASURED names, when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(
    process.env.MEASURED,
    JSON.stringify({ peakMb: maxRSS / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 }),
  );
});
