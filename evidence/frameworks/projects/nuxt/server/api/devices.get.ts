export default defineEventHandler(() => control.devices().toArray({ limit: 100 }));
