// Finds a browser for the end-to-end tests: an installed one, else Debian's package, else Playwright's own.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, withProgress } from './prepare.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * @returns {Promise<Record<string, string>>} environment variables for the tests: RUMBO_BROWSER is the path of the
 * browser; without it Playwright uses its own
 * @throws Error if no browser is installed and none can be installed
 */
export async function findOrInstallBrowser() {
  const given = process.env.RUMBO_BROWSER
  if (given) {
    if (isProgram(given)) return { RUMBO_BROWSER: given }
    throw new Error(`RUMBO_BROWSER is ${given}, which is not an executable file: correct it or remove it.`)
  }
  const installed = findBrowser()
  if (installed) return { RUMBO_BROWSER: installed }
  const reasons = []
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    try {
      await withProgress('Updating the package list', 'apt-get', ['update', '-q'], { env: environment })
      await withProgress(
        'Installing Chromium',
        'apt-get',
        ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
        {
          env: environment,
        },
      )
    } catch (error) {
      reasons.push(error.message)
    }
    const found = findBrowser()
    if (found) return { RUMBO_BROWSER: found }
  }
  try {
    const playwright = join(root, 'node_modules/@playwright/test/cli.js')
    const dependencies = process.getuid?.() === 0 ? ['--with-deps'] : []
    await withProgress("Installing Playwright's Chromium", process.execPath, [
      ...[playwright, 'install', ...dependencies, 'chromium'],
    ])
    return {}
  } catch (error) {
    reasons.push(error.message)
  }
  throw new Error(
    `${reasons.join('\n')}\nNo browser was found, and installing one failed: install Chrome or Chromium, or set RUMBO_BROWSER to its path.`,
  )
}

function findBrowser() {
  return names.map(findProgram).find(Boolean) ?? macPaths.find((path) => existsSync(path))
}

function findProgram(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
