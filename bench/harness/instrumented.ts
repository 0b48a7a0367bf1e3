import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@rumbo/server/platform/process/project-root'

/**
 * Copies the built product and gives the copy an instrumented web application, so that the product itself has no code
 * for measurements.
 * @returns the arguments of Node that start the copy's server, and what removes the copy
 */
export function buildInstrumented(): { serverCommand: string[]; remove(): void } {
  const root = projectRoot()
  // Within the project, where the copied programs find its packages.
  const copy = join(root, '.bench', 'instrumented')
  const remove = () => rmSync(copy, { recursive: true, force: true })
  remove()
  const built = join(root, 'dist')
  const web = join(built, 'web')
  cpSync(built, join(copy, 'dist'), { recursive: true, filter: (source) => source !== web })
  copyFileSync(join(root, 'package.json'), join(copy, 'package.json'))
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      'web',
      '--config',
      join(root, 'bench', 'instrumented', 'vite.config.ts'),
      '--outDir',
      join(copy, 'dist', 'web'),
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return {
    serverCommand: ['--enable-source-maps', join(copy, 'dist', 'server', 'main.mjs')],
    remove,
  }
}
