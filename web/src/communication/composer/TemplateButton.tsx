import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import IconButton from '@mui/material/IconButton'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { fillMessageTemplate, listMessageTemplates } from '@rumbo/contract/communication.templates.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { ChoiceMenu } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'
import { TemplatesDialog } from './TemplatesDialog.tsx'

interface TemplateButtonProps {
  thread: ThreadDetails
  /** What is written, to be saved as a template. */
  text: string
  onFilled: (text: string, templateId: string) => void
  onError: (words: string | null) => void
}

/** Chooses a template; its text, filled for this conversation, goes into the composer to be read before it is sent. */
export function TemplateButton({ thread, text, onFilled, onError }: TemplateButtonProps) {
  const { t } = useText()
  const { read } = useData()
  const message = useErrorMessage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'new' | 'manage' | null>(null)
  const { companyId } = thread
  const templates = useEndpoint(listMessageTemplates, { query: { companyId } }, { enabled: anchor !== null })
  const fill = async (templateId: string) => {
    onError(null)
    try {
      const params = { id: thread.id, templateId }
      const filled = await read(fillMessageTemplate, { params }, { isFresh: true })
      onFilled(filled.text, templateId)
    } catch (error) {
      onError(message(error, t('communication.error.template')))
    }
  }
  const items = templates.data?.items ?? []
  const lockedReason = templates.isError
    ? message(templates.error, t('communication.error.template'))
    : t(templates.data ? 'communication.template.none' : 'ui.loading')
  return (
    <>
      <IconButton
        data-templates
        aria-label={t('communication.template.choose')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ArticleOutlined />
      </IconButton>
      <ChoiceMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t('communication.template.choose')}
        items={[
          ...(items.length === 0
            ? [{ label: t('communication.template.title'), lockedReason, onChoose: () => {} }]
            : items.map(({ id, name }) => ({ label: name, onChoose: () => void fill(id) }))),
          { label: t('communication.template.new'), isApart: true, onChoose: () => setDialog('new') },
          ...(items.length === 0
            ? []
            : [{ label: t('communication.template.manage'), onChoose: () => setDialog('manage') }]),
        ]}
      />
      {dialog === 'new' && (
        <TemplateDialog companyId={companyId} text={text} onClose={() => setDialog(null)} />
      )}
      {dialog === 'manage' && <TemplatesDialog companyId={companyId} onClose={() => setDialog(null)} />}
    </>
  )
}
