export const label = (name: string): string => `Device ${name}`;
