import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { isEnded } from './tracking.rules.ts'
import { useWords } from './tracking-texts.ts'

/** The stops in their order, with those still to come. */
export function Stops({ service: { stops, status } }: { service: TrackedService }) {
  const { t, language, timeZone } = useWords()
  const left = stops.filter((stop) => stop.status === 'pending').length
  const state = (stop: TrackedService['stops'][number]) => {
    if (stop.status === 'pending') return t('tracking.stop.pending')
    if (stop.status !== 'executed') return t('tracking.stop.cancelled')
    if (stop.at === null) return t('tracking.stop.executed')
    return t('tracking.stop.executedAt', {
      time: formatDate(language, stop.at, { show: 'time', timeZone }),
    })
  }
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">
        {t('tracking.stops')}
        {left > 0 && !isEnded(status) && (
          <span className="count">{t('tracking.stopsLeft', { count: left })}</span>
        )}
      </h2>
      <ol className="stops">
        {stops.map((stop) => (
          <li key={stop.number} className={stop.status === 'pending' ? 'pending' : 'past'}>
            <span className="address">{stop.address}</span>
            <span className="small">
              {t(`tracking.stop.${stop.stopType}`)} · {state(stop)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
