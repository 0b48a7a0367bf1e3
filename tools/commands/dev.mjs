// npm run dev: runs the web with hot reload, and restarts the server when its sources change.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { prepare, print, root } from '../prepare/prepare.mjs'

const watched = [
  'contract',
  'protocols',
  'geo',
  'optimizer',
  'planning',
  'gateway',
  'server',
  'database',
  'i18n',
  'simulator',
  'tools',
]
const demoPrograms = [
  'dist/server/main.mjs',
  'dist/server/region-builder.mjs',
  'dist/server/roads-engine.mjs',
  'dist/server/dispatch-round.mjs',
  'dist/server/plan-routes.mjs',
  'dist/server/pdf-writer.mjs',
  'dist/server/fence-reader.mjs',
  'dist/server/workbook-reader.mjs',
  'dist/simulator/main.mjs',
  'dist/tools/start-demo.mjs',
]
const port = process.env.RUMBO_PORT || '8080'

await prepare({ programs: demoPrograms })

let server = startServer()
let isStopping = false
let restartTimer = null
let restarting = Promise.resolve()

const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), join(root, 'web')], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, RUMBO_API_ORIGIN: `http://127.0.0.1:${port}` },
})
vite.on('exit', () => stop())
for (const folder of watched)
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || /node_modules|\.test\.ts|generated/.test(file) || !/\.(ts|sql)$/.test(file)) return
    clearTimeout(restartTimer)
    restartTimer = setTimeout(() => {
      restarting = restarting.then(() => restart(file))
    }, 150)
  })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

function startServer() {
  // Vite serves the pages from another origin than the server's.
  const origins = ['http://127.0.0.1:5173', 'http://localhost:5173', process.env.RUMBO_ALLOWED_ORIGINS]
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/tools/start-demo.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, RUMBO_ALLOWED_ORIGINS: origins.filter(Boolean).join(',') },
  })
  return { child, ended: new Promise((done) => child.on('exit', done)) }
}

async function restart(file) {
  if (isStopping) return
  print(`${file} changed; restarting`)
  server.child.kill('SIGTERM')
  await server.ended
  const built = await new Promise((done) => {
    const build = spawn(process.execPath, [join(root, 'tools/commands/build.mjs'), ...demoPrograms], {
      stdio: 'inherit',
    })
    build.on('exit', (code) => done(code === 0))
  })
  if (built && !isStopping) server = startServer()
}

async function stop() {
  if (isStopping) return
  isStopping = true
  vite.kill()
  server.child.kill('SIGTERM')
  await server.ended
  process.exit(0)
}
