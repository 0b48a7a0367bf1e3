import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  formatMigrationList,
  type ListedMigration,
  migrationListPath,
  parseMigrationList,
} from '@rumbo/server/platform/database/migration-list'
import { migrationsDirectory, readMigrations } from '@rumbo/server/platform/database/migrations'

export interface MigrationListState {
  /** The migration files with their checksums. */
  files: readonly ListedMigration[]
  /** The lines of the working tree's list. */
  listed: readonly ListedMigration[]
  /** The lines of the list on the main branch, which may not change; null without git history. */
  published: readonly ListedMigration[] | null
}

const restore = (path: string) =>
  `restore it (git checkout main -- ${path}) and put the change in a new migration`

/** Problems of the list, one sentence each, with the file and what to do. */
export function migrationListProblems({ files, listed, published }: MigrationListState): string[] {
  const hashes = new Map(files.map(({ file, hash }) => [file, hash]))
  const sentences: string[] = []
  for (const { file, hash } of published ?? []) {
    const path = `database/migrations/${file}`
    if (!hashes.has(file))
      sentences.push(`${path} is a published migration and was removed: ${restore(path)}.`)
    else if (hashes.get(file) !== hash)
      sentences.push(`${path} is a published migration and was changed: ${restore(path)}.`)
    else if (!listed.some((line) => line.file === file && line.hash === hash))
      sentences.push(
        `The line of ${file} in ${migrationListPath} was changed or removed: restore it (git checkout main -- ${migrationListPath}), then run npm run generate.`,
      )
  }
  const reported = new Set(
    (published ?? []).filter(({ file, hash }) => hashes.get(file) !== hash).map(({ file }) => file),
  )
  for (const { file, hash } of files) {
    const lines = listed.filter((line) => line.file === file)
    if (reported.has(file)) continue
    if (lines.length === 0)
      sentences.push(
        `database/migrations/${file} is not listed in ${migrationListPath}: run npm run generate.`,
      )
    else if (lines.length > 1)
      sentences.push(`${file} is listed more than once in ${migrationListPath}: run npm run generate.`)
    else if (lines[0]?.hash !== hash)
      sentences.push(
        `database/migrations/${file} was changed after it was listed in ${migrationListPath}: undo the change, or, while only your own branch has the migration, run npm run generate.`,
      )
  }
  for (const { file } of listed)
    if (!hashes.has(file) && !reported.has(file))
      sentences.push(
        `${migrationListPath} lists ${file}, which is not in database/migrations: put the file back, or, while only your own branch had it, run npm run generate.`,
      )
  return sentences
}

/**
 * Adds new files to the list. Updates lines of files that only this branch has, never published lines.
 * @throws Error with the sentences of what must be undone by hand
 */
export function renewedMigrationList({ files, listed, published }: MigrationListState): ListedMigration[] {
  // Without git history every line counts as published.
  const fixed = published ?? listed
  const result = [...fixed, ...files.filter(({ file }) => !fixed.some((line) => line.file === file))]
  const sentences = migrationListProblems({ files, listed: result, published: fixed })
  if (sentences.length > 0) throw new Error(sentences.join('\n'))
  return result
}

/** The list at the point where this branch left the main branch; null if git or the history is missing. */
function publishedMigrationList(root: string): ListedMigration[] | null {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout : null
  }
  const bases = ['origin/main', 'main'].flatMap((branch) => git('merge-base', 'HEAD', branch)?.trim() ?? [])
  const head = git('rev-parse', 'HEAD')?.trim()
  if (bases.length === 0 && head) bases.push(head)
  if (bases.length === 0) return null
  // A commit without the list, such as the first one, publishes no line.
  const lines = bases.flatMap((commit) =>
    parseMigrationList(git('show', `${commit}:./${migrationListPath}`) ?? ''),
  )
  return lines.filter(({ file, hash }, index) => {
    const same = lines.findIndex((line) => line.file === file && line.hash === hash)
    return same === index
  })
}

/** @param root the project's folder */
export function readMigrationListState(root: string): MigrationListState {
  const read = () => {
    try {
      return readFileSync(join(root, migrationListPath), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
      throw error
    }
  }
  return {
    files: readMigrations(join(root, 'database', 'migrations')).map(({ name, hash }) => ({
      file: `${name}.sql`,
      hash,
    })),
    listed: parseMigrationList(read()),
    published: publishedMigrationList(root),
  }
}

if (process.argv[1] === import.meta.filename) {
  const root = join(migrationsDirectory(), '..', '..')
  try {
    const state = readMigrationListState(root)
    if (process.argv.includes('--check')) {
      const sentences = migrationListProblems(state)
      for (const sentence of sentences) console.log(sentence)
      process.exitCode = sentences.length > 0 ? 1 : 0
    } else writeFileSync(join(root, migrationListPath), formatMigrationList(renewedMigrationList(state)))
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
