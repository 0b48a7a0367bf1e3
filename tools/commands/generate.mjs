// npm run generate: the list of migrations, row types from a migrated database, the documents in docs/generated.
import { spawnSync } from 'node:child_process'

for (const script of [
  'tools/generate/migration-list.ts',
  'tools/generate/write-rows.ts',
  'tools/generate/documents.ts',
]) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    stdio: 'inherit',
    cwd: new URL('../..', import.meta.url),
  })
  if (status !== 0) process.exit(status ?? 1)
}
