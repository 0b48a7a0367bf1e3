import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { formatAge, formatDate } from '@rumbo/i18n/formats'
import { cargoOf, isCancelled, isEnded, minutesLate, minutesUntil, progressOf } from './tracking.rules.ts'
import { useWords } from './tracking-texts.ts'

/** Older positions carry their age. */
const ageShownMs = 90_000

/** The heading of the page: where the service stands, and when the vehicle arrives. */
export function Arrival({ service, now }: { service: TrackedService; now: number }) {
  const { t, language, timeZone } = useWords()
  const { status, arrival, position } = service
  const cargo = cargoOf(service)
  const isLater = Date.parse(service.dispatchTime) > now && (status === 'created' || status === 'on_dispatch')
  const isExpected = status === 'vehicle_assigned' || status === 'in_progress'
  return (
    <section className="arrival" aria-labelledby="heading">
      <p className="soft">
        {t('tracking.service', { number: service.serviceNumber })}
        {isExpected && position && <span className="live">{t('tracking.live')}</span>}
      </p>
      <h1 id="heading" aria-live="polite">
        {isCancelled(status)
          ? t('tracking.heading.cancelled')
          : status === 'in_progress' || status === 'completed'
            ? t(`tracking.heading.${status}.${cargo}`)
            : t(`tracking.heading.${status}`)}
      </h1>
      {isCancelled(status) && (
        <p>{t(`tracking.cancelled.${status.slice('cancelled_'.length) as 'by_client'}`)}</p>
      )}
      {isLater && (
        <p>
          {t('tracking.booked', {
            time: formatDate(language, service.dispatchTime, { timeZone }),
          })}
        </p>
      )}
      {arrival ? <Minutes service={service} arrival={arrival} now={now} /> : null}
      {arrival && service.promisedAt ? (
        <Promised arrivesAt={arrival.at} promisedAt={service.promisedAt} />
      ) : null}
      {isExpected && !arrival && <p className="soft">{t('tracking.noArrival')}</p>}
      {!isEnded(status) && (
        <div className="progress" aria-hidden="true">
          <span style={{ width: `${Math.round(progressOf(service) * 100)}%` }} />
        </div>
      )}
      {position && now - Date.parse(position.at) > ageShownMs && (
        <p className="small">
          {t('tracking.positionAge', { age: formatAge(language, (now - Date.parse(position.at)) / 1000) })}
        </p>
      )}
    </section>
  )
}

/** What was promised beside what is predicted. */
function Promised({ arrivesAt, promisedAt }: { arrivesAt: string; promisedAt: string }) {
  const { t, language, timeZone } = useWords()
  const late = minutesLate(arrivesAt, promisedAt)
  return (
    <p className={late > 0 ? 'late' : 'small'}>
      {t('tracking.promised', { time: formatDate(language, promisedAt, { show: 'time', timeZone }) })}
      {late > 0 && ` · ${t('tracking.late', { count: late })}`}
    </p>
  )
}

interface MinutesProps {
  service: TrackedService
  arrival: NonNullable<TrackedService['arrival']>
  now: number
}

function Minutes({ service, arrival, now }: MinutesProps) {
  const { t, language, timeZone } = useWords()
  const minutes = minutesUntil(arrival.at, now)
  const isLast = arrival.stopNumber === service.stops.length
  const label =
    service.status === 'vehicle_assigned'
      ? t('tracking.arrives')
      : isLast
        ? t('tracking.arrives.last')
        : t('tracking.arrives.next')
  return (
    <div className="minutes">
      <p className="soft">{label}</p>
      <p className="figure">
        {minutes === 0 ? t('tracking.underMinute') : t('tracking.minutes', { count: minutes })}
        <span className="clock">
          {t('tracking.clock', { time: formatDate(language, arrival.at, { show: 'time', timeZone }) })}
        </span>
      </p>
      {arrival.isEstimate && <p className="small">{t('tracking.estimate')}</p>}
    </div>
  )
}
