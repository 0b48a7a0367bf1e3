import Link from '@mui/material/Link'
import { publicSettings } from '@rumbo/contract/monitoring.contract'
import { useEndpoint } from '../app/use-data.ts'
import { useText } from '../ui/i18n.tsx'

/** Coordinates that open the map the server names; plain text where it names none. */
export function PlaceLink({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { t } = useText()
  const settings = useEndpoint(publicSettings, {})
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const address = settings.data?.mapsUrlTemplate
    .replaceAll('{latitude}', String(latitude))
    .replaceAll('{longitude}', String(longitude))
  if (!address || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return <span>{place}</span>
  return (
    <Link href={address} target="_blank" rel="noopener" aria-label={t('devices.openPlace', { place })}>
      {place}
    </Link>
  )
}
