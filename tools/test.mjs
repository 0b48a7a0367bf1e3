// npm test: everything, on a fresh clone too. Ends with one plain line, `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallBrowser } from './browser.mjs'
import { allPrograms, prepare, root, tell } from './prepare.mjs'

const totals = { passed: 0, failed: 0, skipped: 0 }
/** What failed, told once more at the end: whoever reads only the last lines of a long run must find it there. */
const failures = []
const reports = join(root, '.cache', 'reports')

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// The checks need the packages and nothing that is built: they take the cores that a build leaves idle.
await prepare()
const checking = judge()
await prepare({ programs: allPrograms, web: true })
tellChecks(await checking)
// Where a browser has to be fetched first, it comes while the other tests run.
const findingBrowser = findOrInstallBrowser().catch((error) => error)
await runVitest()
await runEndToEnd(await findingBrowser)

console.log('')
if (failures.length > 0) console.log(`What failed:\n${failures.join('\n')}\n`)
if (totals.skipped > 0)
  console.log(`${totals.skipped} skipped: what they need is not on this machine; each says so above`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 ? 1 : 0

/** Every check beside the others, with the sentences of what is wrong. */
async function judge() {
  const { checks } = await import('./check.mjs')
  return Promise.all(
    checks.map(async ({ name, run }) => ({ name, sentences: await run().catch((error) => [error.stack]) })),
  )
}

function tellChecks(judged) {
  console.log('\nChecks')
  for (const { name, sentences } of judged) {
    tell(`${sentences.length === 0 ? 'ok    ' : 'failed'} ${name}`)
    for (const sentence of sentences) console.log(`         ${sentence.replaceAll('\n', '\n         ')}`)
    totals[sentences.length === 0 ? 'passed' : 'failed'] += 1
    if (sentences.length > 0) note(`check: ${name}`, sentences[0])
  }
}

async function runVitest() {
  console.log('\nTests of rules, domains, protocols and components')
  const file = join(reports, 'vitest.json')
  const code = await stream('node_modules/vitest/vitest.mjs', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ])
  const report = readReport(file)
  if (!report) return crashed('The test runner', code)
  totals.passed += report.numPassedTests
  totals.failed += report.numFailedTests
  totals.skipped += report.numPendingTests + report.numTodoTests
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  totals.failed += broken.length
  for (const { name, message } of broken) note(relative(root, name), message)
  for (const { name, assertionResults } of report.testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') note(`${relative(root, name)} › ${fullName}`, failureMessages[0])
  if (code !== 0 && report.numFailedTests + broken.length === 0) crashed('The test runner', code)
}

/** @param browser what the tests' environment gets, or why there is none */
async function runEndToEnd(browser) {
  console.log('\nTests in a real browser')
  if (browser instanceof Error) {
    tell(browser.message)
    note('The browser', browser.message)
    totals.failed += 1
    return
  }
  const file = join(reports, 'e2e.json')
  const code = await stream(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { ...browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  const report = readReport(file)
  if (!report) return crashed('The browser test runner', code)
  const { expected, unexpected, flaky, skipped } = report.stats
  totals.passed += expected + flaky
  totals.failed += unexpected
  totals.skipped += skipped
  for (const { file, title, message } of report.suites.flatMap(unexpectedOf))
    note(`e2e/${file} › ${title}`, message)
  if (code !== 0 && unexpected === 0) crashed('The browser test runner', code)
}

/** The tests of a suite of the browser's report, at any depth, that ended otherwise than they should. */
function unexpectedOf({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      file,
      title,
      message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
    }))
  return [...own, ...suites.flatMap(unexpectedOf)]
}

/** Keeps the first lines of why something failed, without the colours of a terminal. */
function note(what, why = 'no reason given') {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '')
  failures.push([`  ${what}`, ...lines.slice(0, 6).map((line) => `      ${line.slice(0, 300)}`)].join('\n'))
}

/** A runner that says nothing has proved nothing. */
function crashed(runner, code) {
  tell(`${runner} ended with ${code} without counting its tests`)
  totals.failed += 1
  failures.push(`  ${runner} ended with ${code}`)
}

function readReport(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function stream(program, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    })
    child.on('error', () => resolve(-1))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
}
