import Link from '@mui/material/Link'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { useEndpoint } from '../app/data/use-data.ts'
import { usePlaceName } from '../places/use-address.ts'
import { useText } from '../ui/i18n.tsx'
import { CopyButton } from './devices/CopyButton.tsx'

/** Coordinates to copy or to open in the map service that the server names, with the address if it is known. */
export function PlaceLink({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { t } = useText()
  const settings = useEndpoint(publicSettings, {})
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const address = settings.data?.mapsUrlTemplate
    .replaceAll('{latitude}', String(latitude))
    .replaceAll('{longitude}', String(longitude))
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  const { text, isDegraded } = usePlaceName(isPlace ? latitude : null, longitude)
  const title = text !== null && isDegraded ? `${text} (${t('places.degraded')})` : text
  return (
    <span title={title ?? undefined}>
      {address && isPlace ? (
        <Link href={address} target="_blank" rel="noopener" aria-label={t('devices.openPlace', { place })}>
          {place}
        </Link>
      ) : (
        place
      )}
      <CopyButton text={place} what={place} />
    </span>
  )
}
