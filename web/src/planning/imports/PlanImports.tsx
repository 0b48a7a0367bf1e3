import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { listImportReviews } from '@rumbo/contract/services.imports.contract'
import { useState } from 'react'
import { useCan } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'

const ServiceImportDialog = lazyDialog(() =>
  import('../../services/imports/ServiceImportDialog.tsx').then((file) => file.ServiceImportDialog),
)
const ImportReviewDialog = lazyDialog(() =>
  import('../../services/imports/ImportReviewDialog.tsx').then((file) => file.ImportReviewDialog),
)

interface PlanImportsProps {
  /** The fleet of the plan, which is chosen for the import. */
  fleet: { id: string; companyId: string }
  timeZone: string
}

/**
 * Imports orders into the fleet of a plan, and shows how many imported rows wait for a decision about their addresses. The pool
 * reads the orders again, as it does after any change of services.
 */
export function PlanImports({ fleet, timeZone }: PlanImportsProps) {
  const { t } = useText()
  const can = useCan()
  const [open, setOpen] = useState<'import' | 'review' | null>(null)
  const place = { fleetId: fleet.id }
  const mayImport = can('services.dispatch', { companyId: fleet.companyId, fleetId: fleet.id })
  const reviews = useEndpoint(listImportReviews, { query: place }, { enabled: mayImport })
  const count = reviews.data?.total ?? 0
  if (!mayImport) return null
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={<UploadFileOutlined />}
        onClick={() => setOpen('import')}
      >
        {t('planningLive.imports.import')}
      </Button>
      {count > 0 && (
        <Button size="small" startIcon={<PlaceOutlined />} onClick={() => setOpen('review')}>
          {t('planningLive.imports.review', { count })}
        </Button>
      )}
      {open === 'import' && (
        <ServiceImportDialog
          company={{ id: fleet.companyId }}
          fleet={{ id: fleet.id }}
          onReview={() => setOpen('review')}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'review' && (
        <ImportReviewDialog place={place} timeZone={timeZone} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
