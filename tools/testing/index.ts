export { createTestApp, type TestApp, type TestCall, type TestClock, testClock, testSecret } from './app.ts'
export { type TestDatabase, testDatabase } from './test-database.ts'
