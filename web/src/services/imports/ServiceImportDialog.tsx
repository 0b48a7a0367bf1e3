import type { Company, Fleet } from '@rumbo/contract/organisation.contract'
import {
  importServices,
  inspectServiceImport,
  neededServiceImportFields,
  type ServiceImportField,
  serviceImportFields,
  timeImportFields,
} from '@rumbo/contract/services.imports.contract'
import { useState } from 'react'
import { useChange } from '../../app/data/use-data.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { DateField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useFleetChoices } from '../../vehicles/use-fleet-choices.ts'
import { FileImportDialog } from '../../work/FileImportDialog.tsx'
import { importHint } from './import-hints.rules.ts'

const none = 'none'
const withFleet: readonly ServiceImportField[] = ['fleet']

interface ServiceImportDialogProps {
  company: Pick<Company, 'id'>
  /** Null where several are shown. */
  fleet: Pick<Fleet, 'id'> | null
  /** Shows the rows whose addresses a person has to decide about. */
  onReview: () => void
  onClose: () => void
}

/** Imports services from a CSV or XLSX file into the fleets of a company. */
export function ServiceImportDialog({ company, fleet, onReview, onClose }: ServiceImportDialogProps) {
  const { t } = useText()
  const [fleetId, setFleetId] = useState(fleet?.id ?? none)
  const [day, setDay] = useState<string | null>(null)
  const inspect = useChange(inspectServiceImport)
  const start = useChange(importServices)
  const choices = useFleetChoices()
  return (
    <FileImportDialog
      onClose={onClose}
      plan={{
        title: t('imports.title'),
        fields: serviceImportFields,
        nameOf: (field) => t(`imports.field.${field}`),
        hintOf: (field) => importHint(t, field),
        requiredFor: () => (fleetId === none ? withFleet : []),
        requiredOneOf: [...neededServiceImportFields, ...(day === null ? [timeImportFields] : [])],
        duplicates: {
          label: t('imports.title'),
          choices: [{ value: 'skip', label: t('imports.title') }],
        },
        allLabel: (count) => t('imports.all', { count }),
        failure: t('imports.failed'),
        stopped: t('imports.stopped'),
        review: { label: (count) => t('imports.action.review', { count }), onOpen: onReview },
        inspect: (body) => inspect.mutateAsync({ body }),
        start: ({ duplicates: _, ...request }) =>
          start.mutateAsync({
            body: { ...request, companyId: company.id, fleetId: fleetId === none ? null : fleetId, day },
          }),
        evicts: ['services', 'directory'],
        options: (
          <>
            <ChoiceField
              label={t('imports.fleet')}
              value={fleetId}
              choices={[...choices, { value: none, label: t('imports.fleetNone') }]}
              onChange={setFleetId}
            />
            <DateField
              label={t('imports.day')}
              value={day}
              onChange={setDay}
              isClearable
              hint={t('imports.dayHint')}
            />
          </>
        ),
      }}
    />
  )
}
