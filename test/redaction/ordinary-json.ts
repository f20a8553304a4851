/** A value such as a GraphQL API returns: ids of every usual kind, names, times, numbers, addresses, links, prose. */
export function ordinaryJson(draw: () => number, devices: number): unknown {
  const below = (end: number): number => Math.floor(draw() * end);
  const letters = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join('');
  const hex = (length: number): string => letters('0123456789abcdef', length);
  const base64 = (length: number): string => Buffer.from(Array.from({ length }, () => below(256))).toString('base64');
  const words =
    'a sensor in the north hall of building seven that reports 100% & more every "few" seconds, path C:\\dev'.split(
      ' ',
    );
  const prose = (length: number): string => Array.from({ length }, () => words[below(words.length)]).join(' ');
  const time = (): string => new Date(1.6e12 + below(1e11)).toISOString();
  return {
    data: {
      team: {
        devices: Array.from({ length: devices }, (_, at) => ({
          id: `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
          globalId: Buffer.from(`Device:${below(1e9)}`).toString('base64'),
          name: `Device ${at} ${prose(2)}`,
          createdAt: time(),
          lastSeenMs: 1.6e12 + below(1e11),
          serialNumber: letters('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 16),
          digest: hex(64),
          online: draw() < 0.5,
          position: { latitude: draw() * 90, longitude: draw() * 180 },
          address: [below(256), below(256), below(256), below(256)].join('.'),
          mac: (hex(12).match(/../g) ?? []).join(':'),
          link: `https://example.com/d/${base64(9)}?q=${encodeURIComponent(prose(2))}&page=${below(100)}`,
          samples: Array.from({ length: 14 }, () => below(300)),
          note: at % 10 === 0 ? prose(20) : null,
          thumbnail: at % 50 === 0 ? base64(300) : null,
        })),
        pageInfo: { hasNextPage: true, endCursor: base64(24) },
      },
    },
  };
}
