import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** A requirement of a test that the machine may lack; printed if the test is skipped. */
    needs?: string
  }
}
