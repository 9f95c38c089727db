"""The addresses of the pages, in the order of a visit."""

from django.urls import path

from ladder.web import (
    account,
    bots,
    compare,
    embed,
    entry,
    matches,
    operations,
    preferences,
    proof,
    ranking,
    reading,
    reference,
    seatings,
    upload,
    versions,
)

app_name = "web"

urlpatterns = [
    path("", ranking.ranking, name="home"),
    path("matches/", matches.listing, name="matches"),
    path("matches/<str:match_id>/", matches.match, name="match"),
    path("matches/<str:match_id>/verify/", proof.proof, name="verify"),
    path("matches/<str:match_id>/seatings/", seatings.seatings, name="seatings"),
    path("embed/match/<str:match_id>/", embed.embed, name="embed"),
    path("bots/", bots.listing, name="bots"),
    path("bots/<str:bot_id>/", bots.bot, name="bot"),
    path("head-to-head/", compare.head_to_head, name="head-to-head"),
    path("bots/<str:bot_id>/compare/", compare.compare, name="compare"),
    path("bots/<str:bot_id>/deactivate/", bots.deactivate, name="deactivate"),
    path("bots/<str:bot_id>/versions/<int:number>/", versions.version, name="version"),
    path("bots/<str:bot_id>/versions/<int:number>/activate/", versions.activate, name="activate"),
    path("bots/<str:bot_id>/versions/<int:number>/package/", versions.package, name="package"),
    path("rules/", reading.rules, name="rules"),
    path("write-a-bot/", reading.write_a_bot, name="write-a-bot"),
    path("api/", reference.api, name="api"),
    path("upload/", upload.upload, name="upload"),
    path("upload/starter/bot.py", upload.starter, name="starter"),
    path("sign-up/", entry.sign_up, name="sign-up"),
    path("sign-in/", entry.SignIn.as_view(), name="sign-in"),
    path("sign-out/", entry.sign_out, name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="password"),
    path("account/tokens/", account.new_token, name="new-token"),
    path("account/tokens/revoke/", account.revoke_token, name="revoke-token"),
    path("operations/", operations.operations, name="operations"),
    path("operations/schedule/", operations.schedule, name="operate-schedule"),
    path("operations/requeue/", operations.requeue, name="operate-requeue"),
    path("operations/bar/", operations.bar, name="operate-bar"),
    path("preferences/", preferences.preferences, name="preferences"),
]
