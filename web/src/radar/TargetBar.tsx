import CloseRounded from '@mui/icons-material/CloseRounded'
import EditLocationAltOutlined from '@mui/icons-material/EditLocationAltOutlined'
import MyLocationRounded from '@mui/icons-material/MyLocationRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AddressField } from '../places/AddressField.tsx'
import { readAsked } from '../places/address-options.rules.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { RadarPoint } from './radar.rules.ts'
import type { RadarStop } from './use-radar-stops.ts'

const typingRestMs = 700

const wordsOf = ({ serviceNumber, address }: RadarStop) => `${serviceNumber} · ${address}`

interface TargetBarProps {
  vehicles: readonly { id: string; vehicleNumber: string }[]
  /** Undefined for users who may not read services. */
  stops: readonly RadarStop[] | undefined
  /** Description of the radar's target; null if there is none. */
  name: string | null
  /** Changes with the target, whatever its name. */
  subject: string
  /** In small spaces the fields collapse once there is a target. */
  canCollapse: boolean
  /** Further buttons beside the name. */
  actions?: ReactNode
  onPoint: (point: RadarPoint, name: string) => void
  onVehicle: (vehicleId: string) => void
  onLocate: () => void
  onClear: () => void
}

/**
 * Sets the radar's target: an address, pasted coordinates, a vehicle, a stop of an open service, or the user's own
 * place.
 */
export function TargetBar(props: TargetBarProps) {
  const { vehicles, stops, name, subject, canCollapse, actions, onPoint, onVehicle, onLocate, onClear } =
    props
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const isFolded = canCollapse && name !== null && !isOpen
  const [typed, setTyped] = useState('')
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Another target was chosen here or on the map: earlier input must not replace it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed subject cancels the wait
  useEffect(() => () => clearTimeout(typing.current), [subject])
  const take = (applyTarget: () => void) => {
    clearTimeout(typing.current)
    setOpen(false)
    applyTarget()
  }
  return (
    <Box sx={{ display: 'grid', gap: '10px', p: '12px 14px' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '6px', minHeight: 32 }}>
        <Box component="h2" sx={{ typography: 'h2', m: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name ?? t('radar.target.none')}
        </Box>
        {canCollapse && name !== null && (
          <IconButton
            size="small"
            aria-label={t('radar.target.change')}
            title={t('radar.target.change')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <EditLocationAltOutlined />
          </IconButton>
        )}
        {actions}
        <IconButton
          size="small"
          aria-label={t('map.control.locate')}
          title={t('map.control.locate')}
          onClick={onLocate}
        >
          <MyLocationRounded />
        </IconButton>
        {name !== null && (
          <IconButton
            size="small"
            aria-label={t('radar.target.clear')}
            title={t('radar.target.clear')}
            onClick={onClear}
          >
            <CloseRounded />
          </IconButton>
        )}
      </Box>
      {!isFolded && (
        <>
          <AddressField
            label={t('radar.target.search')}
            value={typed}
            onType={(text) => {
              clearTimeout(typing.current)
              setTyped(text)
            }}
            onLocate={({ address, latitude, longitude }) => {
              clearTimeout(typing.current)
              const aim = (name: string) =>
                take(() => {
                  setTyped('')
                  onPoint({ latitude, longitude }, name)
                })
              // Coordinates are applied when typing pauses: "19.43, -9" may be incomplete.
              if (readAsked(address).is === 'coordinates')
                typing.current = setTimeout(() => aim(''), typingRestMs)
              else aim(address)
            }}
          />
          <Box sx={{ display: 'grid', gap: '10px', gridTemplateColumns: stops ? '1fr 1fr' : '1fr' }}>
            <ChoiceField
              size="small"
              label={t('radar.target.vehicle')}
              value=""
              choices={vehicles.map(({ id, vehicleNumber }) => ({ value: id, label: vehicleNumber }))}
              onChange={(id) => take(() => onVehicle(id))}
            />
            {stops && (
              <ChoiceField
                size="small"
                label={t(stops.length === 0 ? 'radar.target.noServices' : 'radar.target.service')}
                value=""
                choices={stops.map((stop) => ({ value: stop.serviceId, label: wordsOf(stop) }))}
                isDisabled={stops.length === 0}
                onChange={(id) => {
                  const stop = stops.find(({ serviceId }) => serviceId === id)
                  if (stop) take(() => onPoint(stop, wordsOf(stop)))
                }}
              />
            )}
          </Box>
        </>
      )}
      {name === null && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('radar.target.hint')}</Box>
      )}
    </Box>
  )
}
