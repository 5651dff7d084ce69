{{/* Labels of what is no service: (dict "root" $ "name" "edge") */}}
{{- define "linkway.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end -}}

{{- define "linkway.labels" -}}
{{ include "linkway.selector" . }}
app.kubernetes.io/part-of: linkway
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{/* What the namespace's strictest rules ask of a container. */}}
{{- define "linkway.container" -}}
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "linkway.host" -}}
{{- regexReplaceAll ":[0-9]+$" . "" -}}
{{- end -}}
