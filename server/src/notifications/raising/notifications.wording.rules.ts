import type { Event } from '@rumbo/contract/events.contract'
import type { NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { fillTemplate, type TemplateVariable, templateVariables } from '@rumbo/contract/templates.rules'
import { withoutHidden } from '@rumbo/contract/text'
import { type Language, translate } from '@rumbo/i18n'
import { formatDate } from '@rumbo/i18n/formats'

/** What the texts of a notification name. */
export interface Worded {
  event: Event
  fleet: string
  company: string
  driver: string | null
  timeZone: string
}
const titleLimit = 200
const messageLimit = 2_000

/** What an event is called: its own title, else its kind or type. */
export function eventName({ title, kind, type, troubleCode, fenceId }: Event, language: Language): string {
  const words = translate(language, kind === null ? `events.type.${type}` : `events.kind.${kind}`)
  if (title !== null) return fenceId === null ? title : `${words}: ${title}`
  return troubleCode === null ? words : `${words} ${troubleCode}`
}

function valuesOf(
  { event, fleet, company, driver, timeZone }: Worded,
  language: Language,
): Record<TemplateVariable, string | null> {
  const { detail, speedKmh, latitude, longitude } = event
  const number = (value: unknown) => (typeof value === 'number' ? `${Math.round(value)} km/h` : null)
  return {
    vehicle: event.vehicleNumber,
    plate: event.plateNumber,
    driver,
    event: eventName(event, language),
    severity: translate(language, `events.severity.${event.severity}`),
    time: formatDate(language, event.lastOccurredAt, { timeZone }),
    place: latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    speed: number(detail?.maxKmh ?? detail?.speedKmh ?? speedKmh),
    limit: number(detail?.limitKmh),
    geofence: event.fenceId === null ? null : event.title,
    fleet,
    company,
    count: String(event.occurrences),
  }
}

/** Title and message in a language: by the templates of the rule, else in the words of the product. */
export function wordingOf(
  templates: NotificationRule['templates'],
  worded: Worded,
  language: Language,
): { title: string; message: string } {
  const values = valuesOf(worded, language)
  const fill = (text: string) => withoutHidden(fillTemplate(text, templateVariables, values))
  const { title, message } = templates[language]
  const { event } = worded
  const usual = translate(language, 'mails.notification.event', {
    vehicle: event.vehicleNumber,
    plate: event.plateNumber,
    time: values.time ?? '',
    severity: values.severity ?? '',
  })
  return {
    title: (title === '' ? `${values.event} · ${event.vehicleNumber}` : fill(title)).slice(0, titleLimit),
    message: (message === '' ? usual : fill(message)).slice(0, messageLimit),
  }
}
