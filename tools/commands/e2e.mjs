// npm run e2e [file or option ...]: runs the end-to-end tests in a browser.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findOrInstallBrowser } from '../prepare/browser.mjs'
import { allPrograms, fail, prepare, root } from '../prepare/prepare.mjs'

await prepare({ programs: allPrograms, web: true })
const browser = await findOrInstallBrowser().catch((error) => fail(error.message))
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    ...['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...browser } },
)
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
