import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { hastenComputedStyle } from './vitest.computed-style.ts'

hastenComputedStyle()

// A busy machine takes its time; what is there at once is found at once all the same.
configure({ asyncUtilTimeout: 5_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
