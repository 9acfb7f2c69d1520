extension FluxSchema {
    /// The fields of the kinds that image automation is made of, by API version.
    ///
    /// One line is one field, a space deeper than the object that contains it: its name, `!` where
    /// it is required, `[]` for a list and `{}` for a map with free keys, then its type unless it
    /// has fields of its own. A field counts if any release of the controller had it in that
    /// version.
    ///
    /// Source: `config/crd/bases` of all releases of image-reflector-controller up to v1.2.0,
    /// image-automation-controller v1.2.1, notification-controller v1.9.3 and source-controller
    /// v1.9.1. `scripts/flux-schemas` prints it.
    static let table = """
        image.toolkit.fluxcd.io/v1alpha1 ImagePolicy
         spec
          filterTags
           extract string
           pattern string
          imageRepositoryRef!
           name string
          policy!
           alphabetical
            order string(asc|desc)
           numerical
            order string(asc|desc)
           semver
            range! string
        image.toolkit.fluxcd.io/v1alpha1 ImageRepository
         spec
          certSecretRef
           name! string
          image string
          interval string
          scanInterval string
          secretRef
           name string
          suspend bool
          timeout string
        image.toolkit.fluxcd.io/v1alpha2 ImagePolicy
         spec
          filterTags
           extract string
           pattern string
          imageRepositoryRef!
           name! string
          policy!
           alphabetical
            order string(asc|desc)
           numerical
            order string(asc|desc)
           semver
            range! string
        image.toolkit.fluxcd.io/v1alpha2 ImageRepository
         spec
          certSecretRef
           name! string
          image string
          interval string
          secretRef
           name! string
          suspend bool
          timeout string
        image.toolkit.fluxcd.io/v1beta1 ImagePolicy
         spec
          filterTags
           extract string
           pattern string
          imageRepositoryRef!
           name! string
           namespace string
          policy!
           alphabetical
            order string(asc|desc)
           numerical
            order string(asc|desc)
           semver
            range! string
        image.toolkit.fluxcd.io/v1beta1 ImageRepository
         spec
          accessFrom
           namespaceSelectors[]
            matchLabels string{}
          certSecretRef
           name! string
          exclusionList string[]
          image string
          interval string
          secretRef
           name! string
          serviceAccountName string
          suspend bool
          timeout string
        image.toolkit.fluxcd.io/v1beta2 ImagePolicy
         spec
          digestReflectionPolicy string(Always|IfNotPresent|Never)
          filterTags
           extract string
           pattern string
          imageRepositoryRef!
           name! string
           namespace string
          interval duration
          policy!
           alphabetical
            order string(asc|desc)
           numerical
            order string(asc|desc)
           semver
            range! string
          suspend bool
        image.toolkit.fluxcd.io/v1beta2 ImageRepository
         spec
          accessFrom
           namespaceSelectors![]
            matchLabels string{}
          certSecretRef
           name! string
          exclusionList string[]
          image string
          insecure bool
          interval duration
          provider string(aws|azure|gcp|generic)
          proxySecretRef
           name! string
          secretRef
           name! string
          serviceAccountName string
          suspend bool
          timeout timeout
        image.toolkit.fluxcd.io/v1 ImagePolicy
         spec
          digestReflectionPolicy string(Always|IfNotPresent|Never)
          filterTags
           extract string
           pattern string
          imageRepositoryRef!
           name! string
           namespace string
          interval duration
          policy!
           alphabetical
            order string(asc|desc)
           numerical
            order string(asc|desc)
           semver
            range! string
          suspend bool
        image.toolkit.fluxcd.io/v1 ImageRepository
         spec
          accessFrom
           namespaceSelectors![]
            matchLabels string{}
          certSecretRef
           name! string
          exclusionList string[]
          image! string
          insecure bool
          interval! duration
          provider string(aws|azure|gcp|generic)
          proxySecretRef
           name! string
          secretRef
           name! string
          serviceAccountName string
          suspend bool
          timeout timeout
        image.toolkit.fluxcd.io/v1alpha1 ImageUpdateAutomation
         spec
          checkout!
           branch string
           gitRepositoryRef!
            name string
          commit!
           authorEmail! string
           authorName! string
           messageTemplate string
           signingKey
            secretRef
             name! string
          interval string
          minimumRunInterval string
          push
           branch! string
          suspend bool
          update
           path string
           setters any
           strategy string(Setters)
        image.toolkit.fluxcd.io/v1alpha2 ImageUpdateAutomation
         spec
          git
           checkout
            ref!
             branch string
             commit string
             semver string
             tag string
           commit!
            author!
             email! string
             name string
            messageTemplate string
            signingKey
             secretRef
              name! string
           push
            branch! string
          interval! string
          sourceRef!
           apiVersion string
           kind! string(GitRepository)
           name! string
          suspend bool
          update
           path string
           strategy! string(Setters)
        image.toolkit.fluxcd.io/v1beta1 ImageUpdateAutomation
         spec
          git
           checkout
            ref!
             branch string
             commit string
             name string
             semver string
             tag string
           commit!
            author!
             email! string
             name string
            messageTemplate string
            signingKey
             secretRef
              name! string
           push
            branch string
            options string{}
            refspec string
          interval! string
          sourceRef!
           apiVersion string
           kind! string(GitRepository)
           name! string
           namespace string
          suspend bool
          update
           path string
           strategy! string(Setters)
        image.toolkit.fluxcd.io/v1beta2 ImageUpdateAutomation
         spec
          git
           checkout
            ref!
             branch string
             commit string
             name string
             semver string
             tag string
           commit!
            author!
             email! string
             name string
            messageTemplate string
            messageTemplateValues string{}
            signingKey
             secretRef
              name! string
           push
            branch string
            options string{}
            refspec string
          interval! duration
          policySelector
           matchExpressions[]
            key! string
            operator! string
            values string[]
           matchLabels string{}
          sourceRef!
           apiVersion string
           kind! string(GitRepository)
           name! string
           namespace string
          suspend bool
          update
           path string
           strategy string(Setters)
        image.toolkit.fluxcd.io/v1 ImageUpdateAutomation
         spec
          git
           checkout
            ref!
             branch string
             commit string
             name string
             semver string
             tag string
           commit!
            author!
             email! string
             name string
            messageTemplate string
            messageTemplateValues string{}
            signingKey
             secretRef!
              name! string
             type string(gpg|ssh)
           push
            branch string
            options string{}
            refspec string
          interval! duration
          policySelector
           matchExpressions[]
            key! string
            operator! string
            values string[]
           matchLabels string{}
          sourceRef!
           apiVersion string
           kind! string(GitRepository)
           name! string
           namespace string
          suspend bool
          update
           path string
           strategy string(Setters)
        notification.toolkit.fluxcd.io/v1alpha1 Receiver
         spec
          events string[]
          resources![]
           apiVersion string
           kind string(Bucket|GitRepository|HelmChart|HelmRelease|HelmRepository|Kustomization)
           name! string
           namespace string
          secretRef
           name string
          suspend bool
          type! string(bitbucket|generic|github|gitlab|harbor)
        notification.toolkit.fluxcd.io/v1beta1 Receiver
         spec
          events string[]
          resources![]
           apiVersion string
           kind string(Bucket|GitRepository|HelmChart|HelmRelease|HelmRepository|ImagePolicy|ImageRepository|ImageUpdateAutomation|Kustomization|OCIRepository)
           matchLabels string{}
           name! string
           namespace string
          secretRef
           name string
          suspend bool
          type! string(acr|bitbucket|dockerhub|gcr|generic|generic-hmac|github|gitlab|harbor|nexus|quay)
        notification.toolkit.fluxcd.io/v1beta2 Receiver
         spec
          events string[]
          interval duration
          resources![]
           apiVersion string
           kind string(ArtifactGenerator|Bucket|ExternalArtifact|GitRepository|HelmChart|HelmRelease|HelmRepository|ImagePolicy|ImageRepository|ImageUpdateAutomation|Kustomization|OCIRepository)
           matchLabels string{}
           name! string
           namespace string
          secretRef
           name! string
          suspend bool
          type! string(acr|bitbucket|dockerhub|gcr|generic|generic-hmac|github|gitlab|harbor|nexus|quay)
        notification.toolkit.fluxcd.io/v1 Receiver
         spec
          events string[]
          interval duration
          oidcProviders[]
           audience string
           issuerURL! string
           validations![]
            expression! string
            message! string
           variables[]
            expression! string
            name! string
          resourceFilter string
          resources![]
           apiVersion string
           filter string
           kind! string(ArtifactGenerator|Bucket|ExternalArtifact|GitRepository|HelmChart|HelmRelease|HelmRepository|ImagePolicy|ImageRepository|ImageUpdateAutomation|Kustomization|OCIRepository)
           matchLabels string{}
           name! string
           namespace string
          secretRef
           name! string
          suspend bool
          type! string(acr|bitbucket|cdevents|dockerhub|gcr|generic|generic-hmac|generic-oidc|github|gitlab|harbor|nexus|quay)
        source.toolkit.fluxcd.io/v1alpha1 GitRepository
         spec
          ignore string
          interval! string
          ref
           branch string
           commit string
           semver string
           tag string
          secretRef
           name string
          timeout string
          url! string
          verify
           mode! string(head)
           secretRef
            name string
        source.toolkit.fluxcd.io/v1beta1 GitRepository
         spec
          accessFrom
           namespaceSelectors![]
            matchLabels string{}
          gitImplementation string(go-git|libgit2)
          ignore string
          include[]
           fromPath string
           repository!
            name! string
           toPath string
          interval! string
          recurseSubmodules bool
          ref
           branch string
           commit string
           semver string
           tag string
          secretRef
           name string
          suspend bool
          timeout string
          url! string
          verify
           mode! string(head)
           secretRef
            name string
        source.toolkit.fluxcd.io/v1beta2 GitRepository
         spec
          accessFrom
           namespaceSelectors![]
            matchLabels string{}
          gitImplementation string(go-git|libgit2)
          ignore string
          include[]
           fromPath string
           repository!
            name! string
           toPath string
          interval! string
          recurseSubmodules bool
          ref
           branch string
           commit string
           name string
           semver string
           tag string
          secretRef
           name! string
          suspend bool
          timeout string
          url! string
          verify
           mode! string(head)
           secretRef
            name! string
        source.toolkit.fluxcd.io/v1 GitRepository
         spec
          ignore string
          include[]
           fromPath string
           repository!
            name! string
           toPath string
          interval! duration
          provider string(aws|azure|generic|github)
          proxySecretRef
           name! string
          recurseSubmodules bool
          ref
           branch string
           commit string
           name string
           semver string
           tag string
          secretRef
           name! string
          serviceAccountName string
          sparseCheckout string[]
          suspend bool
          timeout timeout
          url! string
          verify
           mode string(HEAD|Tag|TagAndHEAD|head)
           secretRef!
            name! string
        """
}
