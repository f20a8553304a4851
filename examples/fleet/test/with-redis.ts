import { test } from 'node:test';
import { findRedisServer, redisIsMissing } from '../src/redis-server.js';

const isThere = findRedisServer() !== undefined;
const isRequired = process.env['CONTROL_API_SDK_REQUIRE_ALL'] === '1';

/** A test that needs Redis: skipped with a notice where there is none, unless CONTROL_API_SDK_REQUIRE_ALL is 1. */
export function testWithRedis(name: string, body: () => Promise<void>): void {
  test(name, { skip: isThere || isRequired ? false : redisIsMissing }, body);
}
