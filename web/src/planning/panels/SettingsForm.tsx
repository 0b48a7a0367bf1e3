import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { type PlanSettings, planObjectives } from '@rumbo/contract/planning.contract'
import { stopTypes } from '@rumbo/contract/services.contract'
import { type ReactNode, useId, useState } from 'react'
import { AddressField } from '../../places/AddressField.tsx'
import { PickOnMap } from '../../places/PickOnMap.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'

/** All settings of the open plan. Each change is one of the plan: it is saved and can be undone. */
export function SettingsForm() {
  const { t } = useText()
  const { settings, workspace, change, mayEdit } = usePlanEditor()
  const set = (some: Partial<PlanSettings>) =>
    change(
      (before) => ({ ...before, settings: { ...before.settings, ...some } }),
      t('planPanels.settings.changed'),
    )
  const { serviceMinutes, reloads, unusedVehicleIds, depot } = settings
  const unused = new Set(unusedVehicleIds)
  const minutesLabel = (label: string) => `${label} (min)`
  return (
    <Box
      component="fieldset"
      disabled={!mayEdit}
      aria-label={t('planPanels.settings.title')}
      sx={{ border: 0, m: 0, p: '8px 0 0', minWidth: 0, display: 'grid', gap: '14px' }}
    >
      <ChoiceField
        size="small"
        label={t('planPanels.settings.objective')}
        value={settings.objective}
        isDisabled={!mayEdit}
        hint={t(`planPanels.settings.objective.${settings.objective}.hint`)}
        choices={planObjectives.map((value) => ({
          value,
          label: t(`planPanels.settings.objective.${value}`),
        }))}
        onChange={(objective) => set({ objective })}
      />
      <DepotField depot={depot} onChange={(next) => set({ depot: next })} />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={settings.isReturning}
            onChange={(_, isReturning) => set({ isReturning })}
          />
        }
        label={t('planPanels.settings.returning')}
      />
      <Group title={t('planPanels.settings.serviceMinutes')}>
        {stopTypes.map((type) => (
          <NumberField
            key={type}
            label={minutesLabel(t(`services.stop.type.${type}`))}
            value={serviceMinutes[type]}
            most={240}
            onChange={(minutes) => set({ serviceMinutes: { ...serviceMinutes, [type]: minutes ?? 0 } })}
          />
        ))}
      </Group>
      <NumberField
        label={minutesLabel(t('planPanels.settings.tolerance'))}
        hint={t('planPanels.settings.toleranceHint')}
        value={settings.pickupToleranceMinutes}
        most={1_440}
        onChange={(pickupToleranceMinutes) => set({ pickupToleranceMinutes })}
      />
      <Group title={t('planPanels.settings.limits')}>
        <NumberField
          label={t('planPanels.settings.mostStops')}
          value={settings.mostStops}
          least={1}
          most={500}
          onChange={(mostStops) => set({ mostStops })}
        />
        <NumberField
          label={minutesLabel(t('planPanels.settings.mostMinutes'))}
          value={settings.mostMinutes}
          least={15}
          most={1_440}
          onChange={(mostMinutes) => set({ mostMinutes })}
        />
        <NumberField
          label={`${t('planPanels.settings.mostKilometres')} (km)`}
          value={settings.mostKilometres}
          least={1}
          most={2_000}
          onChange={(mostKilometres) => set({ mostKilometres })}
        />
      </Group>
      <Group title={t('planPanels.settings.reloads')}>
        <NumberField
          label={t('planPanels.settings.reloadsMost')}
          value={reloads.most}
          most={9}
          onChange={(most) => set({ reloads: { ...reloads, most: most ?? 0 } })}
        />
        <NumberField
          label={minutesLabel(t('planPanels.settings.reloadMinutes'))}
          value={reloads.minutes}
          most={240}
          onChange={(minutes) => set({ reloads: { ...reloads, minutes: minutes ?? 0 } })}
        />
      </Group>
      <NumberField
        label={minutesLabel(t('planPanels.settings.leaveOut'))}
        hint={t('planPanels.settings.leaveOutHint')}
        value={settings.leaveOutAboveMinutes}
        least={1}
        most={1_440}
        onChange={(leaveOutAboveMinutes) => set({ leaveOutAboveMinutes })}
      />
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <Box component="legend" sx={{ typography: 'subtitle2', p: 0 }}>
          {t('planPanels.settings.vehicles')}
        </Box>
        <Box sx={{ maxHeight: 180, overflowY: 'auto', display: 'grid' }}>
          {workspace.vehicles.map(({ vehicleId, vehicleNumber, driverName, unfit }) => (
            <FormControlLabel
              key={vehicleId}
              disabled={unfit !== null}
              control={
                <Checkbox
                  size="small"
                  checked={unfit === null && !unused.has(vehicleId)}
                  onChange={(_, isUsed) =>
                    set({
                      unusedVehicleIds: isUsed
                        ? unusedVehicleIds.filter((id) => id !== vehicleId)
                        : [...unusedVehicleIds, vehicleId],
                    })
                  }
                />
              }
              label={[vehicleNumber, driverName].filter(Boolean).join(' · ')}
            />
          ))}
        </Box>
      </Box>
    </Box>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box role="group" aria-labelledby={id}>
      <Box id={id} sx={{ typography: 'subtitle2', mb: '8px' }}>
        {title}
      </Box>
      <Box sx={{ display: 'grid', gap: '10px', gridTemplateColumns: 'repeat(auto-fit, minmax(110px, 1fr))' }}>
        {children}
      </Box>
    </Box>
  )
}

interface NumberFieldProps {
  label: string
  hint?: string
  value: number | null
  least?: number
  most: number
  /** Called once it is left, or Enter is pressed, with a number within the bounds; null where it is empty. */
  onChange: (value: number | null) => void
}

function NumberField({ label, hint, value, least = 0, most, onChange }: NumberFieldProps) {
  const { t } = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const number = Number(typed)
  const isWrong =
    typed !== null && typed.trim() !== '' && !(Number.isInteger(number) && number >= least && number <= most)
  const settle = () => {
    if (typed === null || isWrong) return
    setTyped(null)
    const next = typed.trim() === '' ? null : number
    if (next !== value) onChange(next)
  }
  return (
    <TextField
      size="small"
      label={label}
      value={typed ?? value ?? ''}
      error={isWrong}
      helperText={isWrong ? t('planPanels.settings.between', { least, most }) : hint}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        settle()
      }}
    />
  )
}

function DepotField({
  depot,
  onChange,
}: {
  depot: PlanSettings['depot']
  onChange: (depot: PlanSettings['depot']) => void
}) {
  const { t } = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const locate = ({
    address,
    latitude,
    longitude,
  }: {
    address: string
    latitude: number
    longitude: number
  }) => {
    setTyped(null)
    onChange({ address: address.slice(0, 300), latitude, longitude })
  }
  return (
    <Box>
      <AddressField
        label={t('planPanels.settings.depot')}
        hint={t('planPanels.settings.depotHint')}
        value={typed ?? depot?.address ?? ''}
        onType={setTyped}
        onLocate={locate}
        onPickOnMap={() => setPicking(true)}
      />
      {depot !== null && (
        <Button
          size="small"
          onClick={() => {
            setTyped(null)
            onChange(null)
          }}
        >
          {t('planPanels.settings.noDepot')}
        </Button>
      )}
      {isPicking && (
        <PickOnMap
          title={t('planPanels.settings.depot')}
          start={depot}
          onPick={(place) => {
            setPicking(false)
            locate(place)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Box>
  )
}
