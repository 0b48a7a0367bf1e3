import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Visit } from './visit.ts'

/** Contexts that later tests take over: what their files cost to read and compile is paid once. */
export interface Desks {
  /** A page that finds what the visit kept, and nothing of earlier tests. */
  open: (visit: Visit, viewport: { width: number; height: number }) => Promise<Page>
  /** Closes every page that was opened; the contexts wait for the next test. */
  tidy: () => Promise<void>
}

/** A context with the page that keeps its renderer, hence its compiled code, alive between tests. */
interface Desk {
  context: BrowserContext
  keeper: Page
  /** Its clock is a test's, and cannot be given back. */
  isSpoilt: boolean
}

const idleLimit = 3

export function createDesks(browser: Browser, url: string): Desks {
  const idle: Desk[] = []
  const taken: Desk[] = []

  async function newDesk(): Promise<Desk> {
    // Every frame of a transition is painted by the processor.
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const keeper = await context.newPage()
    await keeper.goto(`${url}/v1/health`)
    return { context, keeper, isSpoilt: false }
  }

  async function open({ cookies, origins }: Visit, viewport: { width: number; height: number }) {
    const desk = idle.pop() ?? (await newDesk())
    taken.push(desk)
    await desk.context.addCookies(cookies)
    await desk.keeper.evaluate(
      (items) => {
        localStorage.clear()
        for (const { name, value } of items) localStorage.setItem(name, value)
      },
      origins.flatMap((origin) => origin.localStorage),
    )
    const page = await desk.context.newPage()
    const { clock } = page
    Object.defineProperty(page, 'clock', {
      get: () => {
        desk.isSpoilt = true
        return clock
      },
    })
    await page.setViewportSize(viewport)
    return page
  }

  async function clear({ context, keeper }: Desk): Promise<void> {
    for (const page of context.pages()) if (page !== keeper) await page.close()
    context.removeAllListeners('request')
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    await context.setGeolocation(null)
    await context.setOffline(false)
  }

  async function giveBack(desk: Desk): Promise<void> {
    try {
      if (desk.isSpoilt || idle.length === idleLimit) return await desk.context.close()
      await clear(desk)
      idle.push(desk)
    } catch {
      // A page that crashed, or a context that is gone: nobody takes it over.
      await desk.context.close().catch(() => undefined)
    }
  }

  return {
    open,
    tidy: async () => {
      for (const desk of taken.splice(0)) await giveBack(desk)
    },
  }
}
