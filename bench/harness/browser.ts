import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import { percentile } from './calls.ts'
import { type Metric, recorded } from './report.ts'

export interface Visit {
  httpPort: number
  /** Of a session made for the visit. */
  refreshToken: string
  path: string
  /** Resolves when the first rows are there. */
  arrived(page: Page): Promise<unknown>
  /** Runs before scrolling. Default: nothing. */
  prepare?(page: Page): Promise<unknown>
  /** A row in what scrolls, by selector. */
  scrolled: string
}

/** A headless browser without a graphics card. @param args beside those it always has */
export const launchBrowser = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.RUMBO_BROWSER || undefined,
    args: ['--disable-gpu', ...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })

/** A headless browser that draws WebGL, and so the map, in software. */
export const launchMapBrowser = (): Promise<Browser> =>
  launchBrowser('--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader')

/** A context in Spanish with a session, and a page in it for functions that tsx compiled. */
export async function openSignedInPage(
  browser: Browser,
  refreshToken: string,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale: 'es-MX', ...options })
  await context.addCookies([
    {
      name: 'rumbo_refresh',
      value: refreshToken,
      domain: '127.0.0.1',
      path: '/v1/auth',
      httpOnly: true,
      secure: false,
      sameSite: 'Strict',
    },
  ])
  const page = await context.newPage()
  // What tsx compiles calls this for every named function, in the page too.
  await page.addInitScript('globalThis.__name = (named) => named')
  return { context, page }
}

/**
 * How a screen feels in a headless browser that draws in software, with nothing in its cache: milliseconds to the
 * first paint and to the first rows, and between the frames of a scroll. Recorded without aims: a graphics card is faster.
 */
export async function visitScreen(visit: Visit): Promise<Record<string, Metric>> {
  const origin = `http://127.0.0.1:${visit.httpPort}`
  const browser = await launchBrowser()
  try {
    const { page } = await openSignedInPage(browser, visit.refreshToken, {
      timezoneId: 'America/Mexico_City',
      viewport: { width: 1440, height: 900 },
    })
    const startedAt = performance.now()
    await page.goto(origin + visit.path, { waitUntil: 'commit' })
    await visit.arrived(page)
    const rowsMs = performance.now() - startedAt
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    )
    await visit.prepare?.(page)
    const frames = await scrollFrames(page, visit.scrolled)
    return {
      [`${visit.path}, first paint`]: recorded(paintMs, 'ms'),
      [`${visit.path}, first rows`]: recorded(rowsMs, 'ms'),
      [`${visit.path}, scroll, frame p50`]: recorded(percentile(frames, 0.5), 'ms'),
      [`${visit.path}, scroll, frame p95`]: recorded(percentile(frames, 0.95), 'ms'),
      [`${visit.path}, scroll, longest frame`]: recorded(percentile(frames, 1 - 1 / frames.length), 'ms'),
    }
  } finally {
    await browser.close()
  }
}

/** Milliseconds between frames while the pane moves sixty pixels a frame, to its end or for 240 frames. */
function scrollFrames(page: Page, selector: string): Promise<number[]> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (row) =>
        new Promise<number[]>((resolve) => {
          const isPane = (element: Element) =>
            element.scrollHeight > element.clientHeight &&
            /auto|scroll/.test(getComputedStyle(element).overflowY)
          let above = row.parentElement
          while (above && !isPane(above)) above = above.parentElement
          const pane = above ?? document.documentElement
          const frames: number[] = []
          let last = performance.now()
          const step = (now: number) => {
            frames.push(now - last)
            last = now
            const before = pane.scrollTop
            pane.scrollTop += 60
            if (frames.length < 240 && pane.scrollTop !== before) requestAnimationFrame(step)
            else resolve(frames.slice(1))
          }
          requestAnimationFrame(step)
        }),
    )
}
