import type { Company, Fleet } from '@rumbo/contract/organisation.contract'
import {
  importVehicles,
  inspectVehicleImport,
  requiredImportFields,
  vehicleImportFields,
} from '@rumbo/contract/vehicles.files.contract'
import { useState } from 'react'
import { useChange } from '../../app/data/use-data.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FileImportDialog } from '../../work/FileImportDialog.tsx'
import { useFleetChoices } from '../use-fleet-choices.ts'
import { useFieldNames } from '../VehicleForm.tsx'
import { importHint } from './import-hints.rules.ts'

const none = 'none'
/** Required columns when rows only change existing vehicles. */
const numberAlone = ['vehicleNumber'] as const

interface VehicleImportDialogProps {
  company: Company
  /** Null where several are shown. */
  fleet: Fleet | null
  onClose: () => void
}

/** Imports vehicles from a CSV or XLSX file into the fleets of a company. */
export function VehicleImportDialog({ company, fleet, onClose }: VehicleImportDialogProps) {
  const { t } = useText()
  const nameOf = useFieldNames()
  const [fleetId, setFleetId] = useState(fleet?.id ?? none)
  const inspect = useChange(inspectVehicleImport)
  const start = useChange(importVehicles)
  const choices = useFleetChoices()
  return (
    <FileImportDialog
      onClose={onClose}
      plan={{
        title: t('vehicleForm.import.title'),
        fields: vehicleImportFields,
        nameOf: (field) => (field === 'fleet' ? t('vehicleRecord.field.fleet') : nameOf(field)),
        hintOf: (field) => importHint(t, field),
        requiredFor: (duplicates) => (duplicates === 'update' ? numberAlone : requiredImportFields),
        duplicates: {
          label: t('vehicleForm.import.duplicates'),
          choices: [
            { value: 'skip', label: t('vehicleForm.import.duplicates.skip') },
            { value: 'update', label: t('vehicleForm.import.duplicates.update') },
            { value: 'fail', label: t('vehicleForm.import.duplicates.fail') },
          ],
        },
        allLabel: (count) => t('vehicleForm.import.all', { count }),
        failure: t('vehicleForm.import.failed'),
        inspect: (body) => inspect.mutateAsync({ body }),
        start: (request) =>
          start.mutateAsync({
            body: { ...request, companyId: company.id, fleetId: fleetId === none ? null : fleetId },
          }),
        evicts: ['vehicles'],
        options: (
          <ChoiceField
            label={t('vehicleForm.import.fleet')}
            value={fleetId}
            choices={[...choices, { value: none, label: t('vehicleForm.import.fleetNone') }]}
            onChange={setFleetId}
          />
        ),
      }}
    />
  )
}
