import { tracking as en } from '@rumbo/i18n/en/tracking'
import { tracking as es } from '@rumbo/i18n/es/tracking'
import type { Language } from '@rumbo/i18n/language'
import { flatten } from '@rumbo/i18n/texts'
import { createTranslate } from '@rumbo/i18n/translate'

const translate = createTranslate({ es: flatten({ tracking: es }), en: flatten({ tracking: en }) })

/** What the customer reads with the link, in the customer's language rather than that of the dispatcher. */
export const customerMessage = (
  language: Language,
  words: { company: string; number: number; url: string },
): string => translate(language, 'tracking.link.message', words)

/** A conversation with a number in WhatsApp, with the text written. */
export const whatsAppAddress = (phone: string, text: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
