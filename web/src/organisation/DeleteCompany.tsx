import { type Company, companyDeletion, deleteCompany } from '@rumbo/contract/organisation.contract'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'

interface DeleteCompanyProps {
  company: Company
  onDeleted?: () => void
  onClose: () => void
}

/** Shows what would be deleted with a company, and deletes it. */
export function DeleteCompany({ company, onDeleted, onClose }: DeleteCompanyProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { reload } = useWorkspace()
  const params = { id: company.id }
  const preview = useEndpoint(companyDeletion, { params }, { staleTime: 0 })
  const remove = useChange(deleteCompany, {
    evicts: ['directory', 'users', 'vehicles', 'services'],
    onError: (error) =>
      toasts.show({
        type: 'error',
        message: message(
          error,
          error instanceof ProblemError
            ? t('organisation.error.deleteCompany')
            : t('companies.error.tableDelete'),
        ),
      }),
  })
  return (
    <DeletionDialog
      name={company.name}
      preview={preview.data}
      error={preview.isError ? message(preview.error, t('companies.error.tableDelete')) : undefined}
      confirmLabel={t('companies.delete')}
      onConfirm={async () => {
        await remove.mutateAsync({ params })
        toasts.show({ type: 'success', message: t('companies.deleted', { name: company.name }) })
        onClose()
        onDeleted?.()
        void reload()
      }}
      onClose={onClose}
    />
  )
}
