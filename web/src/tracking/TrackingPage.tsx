import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { formatAge, formatDate } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { SchemeName } from '../ui/theme/tokens.ts'
import { Arrival } from './Arrival.tsx'
import { usePageScheme } from './page-scheme.ts'
import { Rating } from './Rating.tsx'
import { Receipt } from './Receipt.tsx'
import { Stops } from './Stops.tsx'
import { isEnded } from './tracking.rules.ts'
import type { TrackingClient } from './tracking-client.ts'
import { chosenLanguage, saveLanguage, useWords, WordsContext, wordsIn } from './tracking-texts.ts'
import { useServerTime, useTracked } from './use-tracked.ts'
import { VehicleCard } from './VehicleCard.tsx'

const TrackingMap = lazy(() => import('./TrackingMap.tsx').then((file) => ({ default: file.TrackingMap })))

/** What the device asks for, until the link's own language is known. */
const deviceLanguage = (): Language => (navigator.language?.startsWith('en') ? 'en' : 'es')

/** The customer's page of one service, for phones: words first, the map afterwards. */
export function TrackingPage({ client }: { client: TrackingClient }) {
  const scheme = usePageScheme()
  const { service, isClosed, isOffline, clockOffsetMs, refresh } = useTracked(client)
  const now = useServerTime(clockOffsetMs)
  const [chosen, setChosen] = useState<Language | null>(chosenLanguage)
  const language = chosen ?? service?.language ?? deviceLanguage()
  const words = useMemo(() => wordsIn(language, service?.timeZone), [language, service?.timeZone])
  const { t } = words
  const isShown = service !== null && !isClosed

  useEffect(() => {
    document.documentElement.lang = language
    document.title = isShown
      ? `${t('tracking.service', { number: service.serviceNumber })} · ${service.companyName}`
      : t('tracking.title')
  }, [language, t, isShown, service?.serviceNumber, service?.companyName])

  const choose = () => {
    const next = language === 'es' ? 'en' : 'es'
    saveLanguage(next)
    setChosen(next)
  }
  return (
    <WordsContext value={words}>
      <header className="top">
        <span className="brand">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>{isShown ? service.companyName : 'Rumbo'}</span>
        </span>
        <button type="button" className="quiet" lang={language === 'es' ? 'en' : 'es'} onClick={choose}>
          {t('tracking.language')}
        </button>
      </header>
      <main>
        {isShown ? (
          <Followed
            client={client}
            service={service}
            scheme={scheme}
            now={now}
            isOffline={isOffline}
            refresh={refresh}
          />
        ) : isClosed ? (
          <Notice title={t('tracking.closed.title')} text={t('tracking.closed.text')} />
        ) : isOffline ? (
          <Notice title={t('tracking.error.title')} text={t('tracking.error.text')}>
            <button type="button" className="main" onClick={refresh}>
              {t('tracking.error.retry')}
            </button>
          </Notice>
        ) : (
          <p className="notice" role="status">
            {t('tracking.loading')}
          </p>
        )}
      </main>
    </WordsContext>
  )
}

function Notice({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div className="notice" role="status">
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** What the customer says to the driver. */
function Pin({ pin }: { pin: string }) {
  const { t } = useWords()
  return (
    <section className="pin" aria-labelledby="pin">
      <h2 id="pin">{t('tracking.pin')}</h2>
      <p className="figure">{pin}</p>
      <p className="small">{t('tracking.pin.hint')}</p>
    </section>
  )
}

interface FollowedProps {
  client: TrackingClient
  service: TrackedService
  scheme: SchemeName
  now: number
  isOffline: boolean
  refresh: () => void
}

function Followed({ client, service, scheme, now, isOffline, refresh }: FollowedProps) {
  const { t, language, timeZone } = useWords()
  const age = formatAge(language, (now - Date.parse(service.now)) / 1000)
  const time = (moment: string) => formatDate(language, moment, { show: 'time', timeZone })
  return (
    <>
      {isOffline && (
        <p className="offline" role="status">
          {t('tracking.offline', { age })}
        </p>
      )}
      {service.position && !isEnded(service.status) && (
        <MapPlace client={client} service={service} scheme={scheme} language={language} />
      )}
      <div className="sheet">
        <Arrival service={service} now={now} />
        {service.pin && <Pin pin={service.pin} />}
        {service.vehicle && <VehicleCard service={service} vehicle={service.vehicle} />}
        {service.receipt && <Receipt service={service} receipt={service.receipt} />}
        {service.mayRate && <Rating client={client} rating={service.rating} onRated={refresh} />}
        <Stops service={service} />
        <Contact service={service} />
        <p className="small">
          {service.closesAt
            ? t('tracking.closes', { time: time(service.closesAt) })
            : t('tracking.closesAfter')}
        </p>
      </div>
    </>
  )
}

/** Devices that save data load the map only when asked. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

function MapPlace(props: {
  client: TrackingClient
  service: TrackedService
  scheme: SchemeName
  language: Language
}) {
  const { t } = useWords()
  const [isWanted, setWanted] = useState(() => !savesData())
  if (!isWanted)
    return (
      <button type="button" className="quiet wide" onClick={() => setWanted(true)}>
        {t('tracking.map.show')}
      </button>
    )
  return (
    <div className="map" role="img" aria-label={t('tracking.map')}>
      <Suspense>
        <TrackingMap {...props} label={t('tracking.map')} />
      </Suspense>
    </div>
  )
}

function Contact({ service }: { service: TrackedService }) {
  const { t } = useWords()
  const [isCopied, setCopied] = useState(false)
  const share = async () => {
    const link = { title: document.title, url: location.href }
    try {
      if (navigator.share) return await navigator.share(link)
      await navigator.clipboard.writeText(link.url)
      setCopied(true)
    } catch {
      // The person closed the device's own dialog, or the browser has no clipboard here: nothing to undo.
      setCopied(false)
    }
  }
  return (
    <div className="actions">
      {service.companyPhone && (
        <a
          className="quiet"
          href={`tel:${service.companyPhone.replace(/[^+\d]/g, '')}`}
          aria-label={t('tracking.call.of', { company: service.companyName })}
        >
          {t('tracking.call')}
        </a>
      )}
      <button type="button" className="quiet" onClick={() => void share()}>
        {isCopied ? t('tracking.copied') : t('tracking.share')}
      </button>
    </div>
  )
}
