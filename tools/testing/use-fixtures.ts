import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { createFixtures, type TestFixtures } from './fixtures.ts'

/** What the present test has; set by the hooks of `useFixtures`. */
export class TestWorld {
  world!: TestApp
  fixtures!: TestFixtures
  /** Number of the test, at the end of the names of its people. */
  serial = 0
}

/** Hooks that give a file a test app, and each of its tests fixtures of its own. */
export function useFixtures(options?: TestAppOptions): TestWorld {
  const at = new TestWorld()
  beforeAll(async () => {
    at.world = await createTestApp(options)
  })
  afterAll(() => at.world.close())
  beforeEach(async () => {
    at.serial += 1
    at.fixtures = await createFixtures(at.world, String(at.serial))
  })
  return at
}
