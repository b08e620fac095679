use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::*;

const LONG: Duration = Duration::from_secs(60);

fn script(text: &str, startup_timeout: Duration) -> PluginCommand {
    PluginCommand {
        name: "demo".to_owned(),
        program: PathBuf::from("/bin/sh"),
        arguments: vec!["-c".to_owned(), text.to_owned()],
        directory: PathBuf::from("/"),
        startup_timeout,
        environment: Vec::new(),
    }
}

fn filter() -> LogFilter {
    let log: ProviderLog = Arc::new(|_| {});
    LogFilter::new(LogLevel::Warn, SecretTexts::default(), log)
}

async fn failure(text: &str, startup_timeout: Duration) -> String {
    let started = PluginProcess::start(&script(text, startup_timeout), filter()).await;
    started.unwrap_err().to_string()
}

#[tokio::test]
async fn a_failed_start_is_explained() {
    let crash = "echo starting >&2; echo 'panic: no luck' >&2; echo 'goroutine 1' >&2; exit 2";
    let messages = [
        failure("exit 1", LONG).await,
        failure("echo This binary is a plugin >&2; exit 1", LONG).await,
        failure(crash, LONG).await,
        failure("echo Listening; sleep 100", LONG).await,
        failure("echo '1|4|unix|/nowhere/x|grpc'; sleep 100", LONG).await,
        failure("echo '1|6|unix|/nowhere/x|grpc'; sleep 100", LONG).await,
        failure("sleep 100", Duration::from_millis(100)).await,
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[tokio::test]
async fn a_program_that_is_missing_is_named() {
    let command = PluginCommand {
        program: PathBuf::from("/nowhere/terraform-provider-demo"),
        ..script("", LONG)
    };
    let error = PluginProcess::start(&command, filter()).await.unwrap_err();
    let expected = "the provider `demo` cannot be started from /nowhere/terraform-provider-demo";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[tokio::test]
async fn a_provider_gets_a_private_folder_and_the_words_of_a_host() {
    let text = r#"[ -z "$PLUGIN_CLIENT_CERT$TF_LOG$TF_REATTACH_PROVIDERS" ] && echo clean >&2
        [ "$PLUGIN_UNIX_SOCKET_DIR" = "$TMPDIR" ] && ls -ld "$TMPDIR" | cut -c1-10 >&2
        echo "$PLUGIN_PROTOCOL_VERSIONS $TF_LOG_PROVIDER_DEMO" >&2
        echo "$TF_PLUGIN_MAGIC_COOKIE" | cut -c1-8 >&2
        exit 1"#;
    let error = failure(text, LONG).await;
    let lines: Vec<&str> = error.lines().skip(1).map(str::trim).collect();
    assert_eq!(lines, ["clean", "drwx------", "6,5 WARN", "d602bf8f"]);
}

#[tokio::test]
async fn floods_of_output_do_not_block() {
    let heard = Arc::<Mutex<Vec<LogLine>>>::default();
    let lines = Arc::clone(&heard);
    let log: ProviderLog = Arc::new(move |line| lines.lock().push(line));
    let filter = LogFilter::new(LogLevel::Error, SecretTexts::default(), log);
    // More than any pipe holds, before the line that is waited for.
    let text = "head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo '[ERROR] full' >&2; \
                echo '1|6|unix|/nowhere/x|grpc'; sleep 100";
    let error = PluginProcess::start(&script(text, LONG), filter)
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("says that it listens"),
        "{error}"
    );
    let last = heard.lock().last().map(|it| it.text.clone());
    assert!(last.is_none_or(|it| it == "full"));
}
