import 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a test needs that a machine may lack; printed where the test is skipped. */
    needs?: string
  }
}
