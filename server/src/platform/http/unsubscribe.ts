import { type Language, translate } from '@rumbo/i18n'
import type { FastifyInstance } from 'fastify'
import { problem } from '../problem.ts'
import { smallPage } from './small-page.ts'

const unsubscribePath = '/unsubscribe'
const limit = { max: 30, timeWindow: 60_000 }
const longestBody = 1_000

/**
 * The address in a mail that ends mails like it: a mail program posts to it (RFC 8058); a person who opens it gets a page with
 * a button, because programs that check links must not unsubscribe anybody.
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  options: {
    /** The language of the person of a token; null where it is none of ours. */
    languageOf: (token: string) => Promise<Language | null>
    end: (token: string) => Promise<void>
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestBody }, (_request, _body, done) =>
      done(null, null),
    )
    const config = { rateLimit: limit }
    const path = `/v1${unsubscribePath}/:token`
    const requireLanguage = async (params: unknown) => {
      const { token = '' } = params as { token?: string }
      const language = await options.languageOf(token)
      if (language === null) throw problem('not_found')
      return { token, language }
    }
    scope.get(path, { config }, async (request, reply) => {
      const { language } = await requireLanguage(request.params)
      const button = `<form method="post"><button>${translate(language, 'mails.unsubscribe.button')}</button></form>`
      return reply.type('text/html; charset=utf-8').send(pageOf(language, 'mails.unsubscribe.ask', button))
    })
    scope.post(path, { config }, async (request, reply) => {
      const { token, language } = await requireLanguage(request.params)
      await options.end(token)
      return reply.type('text/html; charset=utf-8').send(pageOf(language, 'mails.unsubscribe.done'))
    })
  })
}

const pageOf = (language: Language, text: 'mails.unsubscribe.ask' | 'mails.unsubscribe.done', more = '') =>
  smallPage(language, [`<p>${translate(language, text)}</p>${more}`])
