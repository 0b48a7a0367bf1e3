import { type Language, translate } from '@rumbo/i18n'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type SentFile, sendFile } from './files.ts'
import { escapeHtml, smallPage } from './small-page.ts'

/** Below `/v1`; `/:token` is a page with the files, `/:token/:id` downloads one. */
export const sharedFilesPath = '/shared-files'
const limit = { max: 60, timeWindow: 60_000 }
/** A token and its files have no other form; anything else asks for nothing. */
const tokenForm = /^[\w-]{24}$/

export interface SharedFiles {
  language: Language
  /** Who shares them. */
  company: string
  until: { at: Date; timeZone: string }
  files: readonly { id: string; name: string; bytes: number }[]
}

/** Changed, expired and revoked links, and those of other files, are all answered as not found. */
export interface SharedFileStore {
  list(token: string): Promise<SharedFiles | null>
  read(token: string, id: string): Promise<SentFile | null>
}

/**
 * Downloads of people without an account, by a link that was sent to them. A page comes first, since programs that show
 * what is behind a link would otherwise download the files, each time somebody looks at the message.
 */
export async function mountSharedFiles(app: FastifyInstance, shared: SharedFileStore): Promise<void> {
  const path = `/v1${sharedFilesPath}/:token`
  const tokenOf = (params: unknown) => {
    const { token = '' } = params as { token?: string }
    return tokenForm.test(token) ? token : null
  }
  app.get(
    path,
    { config: { endpointName: 'sharedFiles.list', rateLimit: limit } },
    async (request, reply) => {
      const token = tokenOf(request.params)
      const found = token === null ? null : await shared.list(token)
      if (token === null || !found) return gone(reply)
      return hidden(reply).type('text/html; charset=utf-8').send(pageOf(token, found))
    },
  )
  app.get(
    `${path}/:id`,
    { config: { endpointName: 'sharedFiles.download', rateLimit: limit } },
    async (request, reply) => {
      const { id } = request.params as { id: string }
      const token = tokenOf(request.params)
      const file = token === null ? null : await shared.read(token, id)
      if (!file) return gone(reply)
      return sendFile(hidden(reply), file)
    },
  )
}

/** For people who are not users of Rumbo, whose language is not known. */
const gone = (reply: FastifyReply) =>
  hidden(reply)
    .code(404)
    .type('text/html; charset=utf-8')
    .send(
      smallPage(
        'es',
        (['es', 'en'] as const).map(
          (language) =>
            `<p lang="${language}">${escapeHtml(translate(language, 'mails.sharedFiles.gone'))}</p>`,
        ),
      ),
    )

/** The address is all that is needed, so it goes to nobody else. */
const hidden = (reply: FastifyReply) =>
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'private, no-store')

function pageOf(token: string, { language, company, until, files }: SharedFiles): string {
  const date = formatDate(language, until.at, { timeZone: until.timeZone })
  const items = files.map(({ id, name, bytes }) => {
    const size = `${formatNumber(language, Math.ceil(bytes / 1024))} KB`
    return `<li><a href="/v1${sharedFilesPath}/${token}/${id}">${escapeHtml(name)}</a> (${size})</li>`
  })
  return smallPage(language, [
    `<p>${escapeHtml(translate(language, 'mails.sharedFiles.from', { company }))}</p>`,
    `<ul>${items.join('')}</ul>`,
    `<p>${escapeHtml(translate(language, 'mails.sharedFiles.until', { date }))}</p>`,
  ])
}
