import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import { findRedisServer, startRedis } from '../src/redis-server.js';
import { testWithRedis } from './with-redis.js';

test('without Redis, one sentence says how to install it', () => {
  assert.equal(findRedisServer('/nowhere:'), undefined);
  const { status, stderr } = spawnSync(process.execPath, ['build/src/main.js'], {
    env: { PATH: '/nowhere' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^redis-server is not installed\. On Debian or Ubuntu: `apt-get install -y redis-server`\./);
  assert.equal(stderr.trim().split('\n').length, 1);
});

testWithRedis('the Redis of the example is on loopback, wants a password and is gone afterwards', async () => {
  const server = await startRedis();
  const { hostname, password } = new URL(server.url);
  assert.equal(hostname, '127.0.0.1');
  assert.notEqual(password, '');
  const stranger = new Redis(server.url.replace(/:[^@/]*@/, ''), { retryStrategy: () => null });
  stranger.on('error', () => {});
  await assert.rejects(stranger.get('x'), /NOAUTH/);
  stranger.disconnect();
  await server.stop();
  const late = new Redis(server.url, { lazyConnect: true, retryStrategy: () => null });
  late.on('error', () => {});
  await assert.rejects(late.connect());
});

testWithRedis('a program that is no Redis is reported, and nothing waits for it', async () => {
  await assert.rejects(startRedis('/bin/false'), /does not start/);
});
