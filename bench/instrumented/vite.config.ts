import { join } from 'node:path'
import web from '../../web/vite.config.ts'

const painter = join(import.meta.dirname, 'mark-painter.ts')

/** The build of the web application, with the painter of vehicles that `mark-painter.ts` instruments. */
export default {
  ...web,
  plugins: [
    ...(web.plugins ?? []),
    {
      name: 'instrumented-marks',
      enforce: 'pre' as const,
      // The instrumented painter imports the original by the name of its package.
      resolveId: (source: string) => (source.endsWith('/mark-painter.ts') ? painter : null),
    },
  ],
}
