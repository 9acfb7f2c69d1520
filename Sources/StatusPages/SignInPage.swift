import WebPages

/// Asks for the token of the page.
package struct SignInPage: WebPage {
    let isWrong: Bool

    /// - Parameter isWrong: Whether the last token was not the right one.
    package init(isWrong: Bool = false) {
        self.isWrong = isWrong
    }

    package var text: String {
        document(
            "Sluice: sign in", style: StatusPageParts.style, head: StatusPageParts.head,
            body: """
                <header>
                <h1>Sluice</h1>
                <p class="source">The service shows its state to whoever has the token of <code>--ui-token</code>.</p>
                </header>
                <main>
                <section>
                <form class="sign-in" method="post" action="/sign-in">
                <label>Token <input type="password" name="token" required autofocus \
                autocomplete="current-password"></label>
                <button>Sign in</button>
                \(warning)
                </form>
                </section>
                </main>
                """)
    }

    private var warning: HTML {
        isWrong ? "<p role=\"alert\" class=\"wrong\">This is not the token.</p>" : .empty
    }
}
