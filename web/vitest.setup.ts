import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { expectContractKept } from './src/app/fake-contract.testing.ts'
import { setServerClockOffset } from './src/ui/clock.ts'
import { styleCache } from './src/ui/theme/style-cache.ts'
import { theme } from './src/ui/theme/theme.ts'
import { takeNoElementStacks } from './vitest.element-stacks.ts'

// Style rules are not inserted: no test reads them, and each query by role would compute them for every element anew.
// On the prototype, because global styles create sheets of their own.
const sheets = Object.getPrototypeOf(styleCache.sheet) as Pick<typeof styleCache.sheet, 'insert'>
sheets.insert = () => {}

takeNoElementStacks()

// As in browsers. The simulated one gives the element's whole HTML, and whatever places a pop-up asks for it in loops.
Element.prototype.toString = function (this: Element) {
  return `[object ${this.constructor.name}]`
}

// Dialogs and menus open and close at once.
theme.motion.reducedMotion = 'always'

/** A query that waits fails many times before it succeeds: the page is printed when a failure is read, not before. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, elementError)
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
  })
}

configure({
  // A busy machine takes its time; what is there at once is found at once all the same.
  asyncUtilTimeout: 20_000,
  getElementError: elementError,
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  setServerClockOffset(0)
  expectContractKept()
})

const size = { width: window.innerWidth, height: window.innerHeight }
// The next file has the same window.
afterAll(() => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (given: typeof size) => void } }
  happyDOM.setViewport(size)
})
