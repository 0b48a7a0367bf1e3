// npm run generate: writes the list of migrations, the row types of the database and the documents in docs/generated.
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
