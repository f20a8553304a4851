// Loaded into every measured process: tells the most memory it ever held, as it ends.
process.on('exit', () => {
  require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS / 1024));
});
