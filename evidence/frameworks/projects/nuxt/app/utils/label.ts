export const label = (name: string | null): string => `Device ${name ?? 'without a name'}`;
