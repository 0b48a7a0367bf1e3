import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Visit } from './visit.ts'

/** Browser contexts that tests reuse, because reading and compiling the application takes seconds in a new one. */
export interface BrowserContexts {
  /** Opens a page with the storage of the visit and without state of earlier tests. */
  open: (visit: Visit, viewport: { width: number; height: number }) => Promise<Page>
  /** Closes all opened pages and keeps their contexts for the next test. */
  releaseAll: () => Promise<void>
}

/** `keeper` is a page that keeps the renderer and its compiled code alive between tests. */
interface ReusableContext {
  context: BrowserContext
  keeper: Page
  /** A test has replaced the clock, which cannot be undone. */
  hasFakeClock: boolean
}

const idleLimit = 3

export function createBrowserContexts(browser: Browser, url: string): BrowserContexts {
  const idle: ReusableContext[] = []
  const inUse: ReusableContext[] = []

  async function newContext(): Promise<ReusableContext> {
    // Without a graphics card every frame of a transition costs CPU time.
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const keeper = await context.newPage()
    await keeper.goto(`${url}/v1/health`)
    return { context, keeper, hasFakeClock: false }
  }

  async function open({ cookies, origins }: Visit, viewport: { width: number; height: number }) {
    const reusable = idle.pop() ?? (await newContext())
    inUse.push(reusable)
    await reusable.context.addCookies(cookies)
    await reusable.keeper.evaluate(
      (items) => {
        localStorage.clear()
        for (const { name, value } of items) localStorage.setItem(name, value)
      },
      origins.flatMap((origin) => origin.localStorage),
    )
    const page = await reusable.context.newPage()
    const { clock } = page
    Object.defineProperty(page, 'clock', {
      get: () => {
        reusable.hasFakeClock = true
        return clock
      },
    })
    await page.setViewportSize(viewport)
    return page
  }

  async function clear({ context, keeper }: ReusableContext): Promise<void> {
    for (const page of context.pages()) if (page !== keeper) await page.close()
    context.removeAllListeners('request')
    await context.unrouteAll()
    await context.clearCookies()
    await context.clearPermissions()
    await context.setGeolocation(null)
    await context.setOffline(false)
  }

  async function release(reusable: ReusableContext): Promise<void> {
    try {
      if (reusable.hasFakeClock || idle.length === idleLimit) return await reusable.context.close()
      await clear(reusable)
      idle.push(reusable)
    } catch {
      // A page crashed or the context is closed: it cannot be reused.
      await reusable.context.close().catch(() => undefined)
    }
  }

  return {
    open,
    releaseAll: async () => {
      for (const reusable of inUse.splice(0)) await release(reusable)
    },
  }
}
