import { importContacts, importFields, inspectImport } from '@rumbo/contract/directory.files.contract'
import { useState } from 'react'
import { useWorkspace } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { FileImportDialog } from '../work/FileImportDialog.tsx'

/** Required fields of a contact. */
const required = ['firstName', 'lastName', 'primaryPhone'] as const

/** Imports contacts from a CSV or XLSX file into one of the user's companies. */
export function ImportDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useText()
  const { companies } = useWorkspace()
  const [chosenId, setChosenId] = useState(companyId)
  const inspect = useChange(inspectImport)
  const start = useChange(importContacts)
  return (
    <FileImportDialog
      onClose={onClose}
      plan={{
        title: t('directory.import.title'),
        fields: importFields,
        nameOf: (field) => t(`directory.field.${field}`),
        requiredFor: () => required,
        duplicates: {
          label: t('directory.import.duplicates'),
          choices: [
            { value: 'skip', label: t('directory.import.duplicates.skip') },
            { value: 'update', label: t('directory.import.duplicates.update') },
            { value: 'add', label: t('directory.import.duplicates.add') },
          ],
        },
        allLabel: (count) => t('directory.import.all', { count }),
        failure: t('directory.error.import'),
        inspect: (body) => inspect.mutateAsync({ body }),
        start: (request) => start.mutateAsync({ body: { ...request, companyId: chosenId } }),
        evicts: ['directory'],
        target: (isSending) =>
          companies.length > 1 && (
            <ChoiceField
              label={t('work.import.company')}
              value={chosenId}
              choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosenId}
              isDisabled={isSending}
            />
          ),
      }}
    />
  )
}
