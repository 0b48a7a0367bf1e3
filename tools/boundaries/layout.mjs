import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { filesIn, isTest } from './sources.mjs'

const limitedFolders = ['server/src', 'web/src', 'geo/src']
const screensFolder = 'web/src/screens'
export const limits = { filesInFolder: 30, linesOfScreen: 250, linesOfScreens: 11_000 }

const linesOf = (root, path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1

/**
 * Folders and screens that are larger than the architecture allows, one sentence each.
 * @param {string} root the root of the tree
 * @returns {string[]}
 */
export function findLayoutViolations(root) {
  const sizes = new Map()
  for (const path of limitedFolders.flatMap((folder) => filesIn(root, folder)))
    if (/[.](tsx?|mjs)$/.test(path) && !isTest(path))
      sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1)
  const screens = filesIn(root, screensFolder).map((path) => ({ path, lines: linesOf(root, path) }))
  const allLines = screens.reduce((sum, { lines }) => sum + lines, 0)
  return [
    ...[...sizes]
      .filter(([, count]) => count > limits.filesInFolder)
      .map(([folder, count]) => `folder-size: ${folder} has ${count} files; at most ${limits.filesInFolder}`),
    ...screens
      .filter(({ path, lines }) => /[.]tsx?$/.test(path) && !isTest(path) && lines >= limits.linesOfScreen)
      .map(({ path, lines }) => `screen-size: ${path} has ${lines} lines; below ${limits.linesOfScreen}`),
    ...(allLines >= limits.linesOfScreens
      ? [`screens-size: ${screensFolder} has ${allLines} lines; below ${limits.linesOfScreens}`]
      : []),
  ]
}
