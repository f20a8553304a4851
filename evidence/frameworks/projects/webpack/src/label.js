export const label = (name) => `Device ${name ?? 'without a name'}`;
