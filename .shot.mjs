// usage: node shot.mjs BASE LOGIN LANG THEME WIDTH PATH OUT [js-after-load]
import { chromium } from 'playwright-core'
const [base, login, lang, theme, width, path, out, script] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'] })
const context = await browser.newContext({ viewport: { width: +width, height: +width < 600 ? 844 : 900 }, locale: lang === 'es' ? 'es-MX' : 'en-US', colorScheme: theme })
const page = await context.newPage()
page.on('console', (m) => { if (m.type() === 'error') console.log('CONSOLE', m.text().slice(0, 300)) })
page.on('pageerror', (e) => console.log('PAGEERROR', String(e).slice(0, 300)))
await page.goto(base + '/auth/login')
await page.locator('input').first().fill(login)
await page.locator('input[type=password]').fill('Rumbo-2026!')
await page.keyboard.press('Enter')
await page.waitForURL((u) => !u.pathname.includes('/auth/'), { timeout: 30000 })
await page.goto(base + path)
await page.waitForTimeout(3500)
if (script) { const f = new Function('page', 'return (async () => {' + script + '})()'); await f(page).catch((e) => console.log('SCRIPT', e.message)); await page.waitForTimeout(1200) }
await page.screenshot({ path: out })
console.log(page.url(), await page.evaluate(() => document.documentElement.scrollWidth > innerWidth ? 'OVERFLOW' : 'ok'))
await browser.close()
