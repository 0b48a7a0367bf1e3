import SensorsRounded from '@mui/icons-material/SensorsRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { usePlaceName } from '../../places/use-address.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { TrackerParts, TrackerSlot } from '../../vehicles/tracker-slot.ts'
import { PlaceLink } from '../PlaceLink.tsx'
import { ModelField } from './ModelField.tsx'

const DeviceDialog = lazyDialog(() => import('./DeviceDialog.tsx').then((file) => file.DeviceDialog))

function Connect({ vehicle, draft, onChange }: TrackerSlot & { vehicle: Vehicle | undefined }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  if (vehicle === undefined) {
    return (
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {t('devices.connect.saveFirst')}
      </Typography>
    )
  }
  return (
    <Box>
      <Button variant="outlined" startIcon={<SensorsRounded />} onClick={() => setOpen(true)}>
        {t('devices.connect.action')}
      </Button>
      {isOpen && (
        <DeviceDialog
          vehicle={vehicle}
          typed={{ imei: draft.imei, model: draft.gpsModel }}
          onModel={(gpsModel) => onChange({ gpsModel })}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  )
}

function Place({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { t } = useText()
  const { text, isDegraded } = usePlaceName(latitude, longitude)
  return (
    <>
      {text !== null && <Box>{isDegraded ? `${text} (${t('places.degraded')})` : text}</Box>}
      <PlaceLink latitude={latitude} longitude={longitude} />
    </>
  )
}

/** The tracker's part of a vehicle's form: known models, and how to connect the tracker. */
export const trackerParts = (vehicle: Vehicle | undefined): TrackerParts => ({
  model: (field) => <ModelField {...field} />,
  connect: (slot) => <Connect vehicle={vehicle} {...slot} />,
  place: (at) => <Place {...at} />,
})
