/** Collects unhandled rejections until it is disposed of. */
export function unhandledRejections() {
  const reasons: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => void reasons.push(reason));
  return {
    reasons,
    [Symbol.dispose]: () => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of others) process.on('unhandledRejection', listener);
    },
  };
}
